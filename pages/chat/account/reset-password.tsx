export const ResetPassword = ({ next }: { readonly next: string }) => <p className="page">{next}</p>
