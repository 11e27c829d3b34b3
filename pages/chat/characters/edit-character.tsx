export const EditCharacter = ({ id }: { readonly id: string | undefined }) => <p className="page">{id}</p>
