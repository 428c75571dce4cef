import { lazyPart } from '@assay/design-system'

// Charts are loaded after the figures of the page.
const charts = () => import('@assay/design-system/charts')
export const ScoreChart = lazyPart(() => charts().then(module => ({ default: module.ScoreChart })))
export const HeatMapChart = lazyPart(() => charts().then(module => ({ default: module.HeatMapChart })))
