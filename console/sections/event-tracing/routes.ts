import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/event-tracing-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/eventtracing', Component }]
