import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/explorer-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/explorer', Component }]
