import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/admin-settings-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/adminsettings', Component }]
