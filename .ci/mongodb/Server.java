import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.util.List;

/** Server FILE PORT: runs mongo-java-server with its data in FILE, on PORT of the loopback. */
public class Server {
  /** The driver requires MongoDB 4.4 or later; by default the server announces 4.2. */
  private static final MongoVersion ANNOUNCED = new MongoVersion() {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(4, 4, 0);
    }

    @Override
    public int getWireVersion() {
      return 9;
    }
  };

  public static void main(String[] arguments) throws Exception {
    H2Backend backend = new H2Backend(arguments[0]);
    backend.version(ANNOUNCED);
    MongoServer server = new MongoServer(backend);
    server.bind("127.0.0.1", Integer.parseInt(arguments[1]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    // the process that started this server has ended when the standard input ends
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
