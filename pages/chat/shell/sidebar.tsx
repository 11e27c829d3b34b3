export const Sidebar = ({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) => (
  <nav className={isOpen ? 'sidebar open' : 'sidebar'} onClick={close} />
)
