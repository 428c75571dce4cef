import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './data-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data', Component }]
