import { UploadsPage } from './uploads-page.tsx'

export const Component = () => <UploadsPage area="purchaseprotection" />
