import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './templates-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/templates', Component }]
