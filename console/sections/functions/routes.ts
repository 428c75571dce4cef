import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './list/functions-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/functions', Component }]
