import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './list/velocities-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/velocities', Component }]
