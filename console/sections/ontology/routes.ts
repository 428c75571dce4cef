import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/ontology-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/apimanagement/ontology', Component }]
