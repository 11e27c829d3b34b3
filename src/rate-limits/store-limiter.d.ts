// the package declares this class but does not export it
declare module 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js' {
  import { RateLimiterStoreAbstract } from 'rate-limiter-flexible'

  export = RateLimiterStoreAbstract
}
