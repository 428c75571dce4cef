import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component as AttackPage } from './attack/attack-page.tsx'
import { Component as AttacksPage } from './list/attacks-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/fraud/attacks', Component: AttacksPage },
  { path: '/fraud/attacks/:attackId', Component: AttackPage },
]
