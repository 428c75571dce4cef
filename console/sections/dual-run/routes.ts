import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/dual-run-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/dualrun', Component }]
