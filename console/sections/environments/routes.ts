import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './list/environments-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/environments', Component }]
