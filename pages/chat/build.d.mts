export declare const buildChat: (root: string, folder: string) => Promise<void>
