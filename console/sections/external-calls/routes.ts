import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './list/external-calls-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/externalcalls', Component }]
