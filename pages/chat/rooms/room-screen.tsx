export const RoomScreen = ({ id }: { readonly id: string }) => <p className="page">{id}</p>
