import type { SectionRoute } from '../../../platform/permissions/section-routes.ts'
import { Component } from './rule-overview-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/rulesconfiguration', Component }]
