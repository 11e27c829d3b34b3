/**
 * Where this page's server is, with a slash at the end. The files of a page are in a folder of its root; a proxy can put a path
 * before all of them, which the server does not know.
 */
export const serverUrl = new URL('..', import.meta.url)

/** A path of the server, such as `thumbnail`, as the browser must request it. */
export const serverPath = (path: string): string => serverUrl.pathname + path
