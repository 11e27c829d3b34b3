export const Settings = ({ tab }: { readonly tab: string }) => <p className="page">{tab}</p>
