import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { UploadStart } from './upload-start.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/data/upload', Component: UploadStart },
  { path: '/data/upload/purchaseprotection', load: () => import('./page/purchase-uploads-page.tsx') },
  { path: '/data/upload/lossprevention', load: () => import('./page/loss-uploads-page.tsx') },
]
