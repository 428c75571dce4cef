import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './users/users-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/settings/access', Component }]
