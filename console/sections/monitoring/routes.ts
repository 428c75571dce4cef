import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component as MonitorPage } from './monitor/assessment-monitor.tsx'
import { Component as ReportMonitor } from './monitor/report-monitor.tsx'
import { Component as OverviewPage } from './overview/overview-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/fraud', Component: OverviewPage },
  { path: '/fraud/purchase', Component: MonitorPage },
  { path: '/fraud/accountcreation', Component: MonitorPage },
  { path: '/fraud/accountlogin', Component: MonitorPage },
  { path: '/fraud/assessments/:assessmentId/monitor', Component: MonitorPage },
  { path: '/reports/monitor', Component: ReportMonitor },
]
