export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'
