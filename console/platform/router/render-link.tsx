import type { RenderLink } from '@assay/design-system'
import { Link } from 'react-router-dom'

/** Renders the links of design-system components with the router of the console. */
export const renderLink: RenderLink = ({ href, ...props }) => <Link to={href} {...props} />
