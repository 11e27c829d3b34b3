/** The packages that some folders may import, or must not. */
export interface VendorRow {
  readonly name: string
  readonly in: readonly string[]
  readonly message: string
}

export declare const vendors: readonly VendorRow[]
