export const Gallery = () => <p className="page">{''}</p>
