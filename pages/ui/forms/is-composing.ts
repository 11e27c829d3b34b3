interface KeyPress {
  readonly nativeEvent: { readonly isComposing: boolean }
  readonly keyCode: number
}

/** Whether a key belongs to an input method, such as the Enter that ends a Korean syllable. In Safari only its code says so. */
export const isComposing = ({ nativeEvent, keyCode }: KeyPress): boolean => nativeEvent.isComposing || keyCode === 229
