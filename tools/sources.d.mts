/** Whether there is a build, and no input of it has changed since. */
export function isBuildFresh(): boolean
