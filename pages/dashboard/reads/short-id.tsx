/** The beginning of a long id, which names nothing to a person. A search of the audit log finds it. */
export const ShortId = ({ id }: { readonly id: string }) => (
  <code className="quiet" title={id}>
    {id.length > 12 ? id.slice(0, 8) : id}
  </code>
)
