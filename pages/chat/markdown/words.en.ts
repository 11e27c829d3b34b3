export const en = { code: 'Code', copyCode: 'Copy the code', table: 'Table', done: 'Done:', open: 'Not done:' }
