import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/time-machine-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/upload/timemachine', Component }]
