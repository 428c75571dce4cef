import {
  ChartColumn,
  Database,
  GitFork,
  Inbox,
  LayoutDashboard,
  Plug,
  Search,
  Settings,
  ShieldCheck,
} from 'lucide-react'
import type { EnvironmentNode } from '../../environment-switcher/environment-switcher.tsx'
import type { NavItem } from '../nav-context.ts'

const names = {
  en: [
    'Dashboard',
    'Search',
    'Fraud protection',
    'Case management',
    'Data',
    'Reports',
    'Environments',
    'Integration',
    'Settings',
    'Assessments',
    'Queues',
    'Rules',
    'Lists',
  ],
  ar: [
    'لوحة المعلومات',
    'بحث',
    'الحماية من الاحتيال',
    'إدارة الحالات',
    'البيانات',
    'التقارير',
    'البيئات',
    'التكامل',
    'الإعدادات',
    'التقييمات',
    'قوائم الانتظار',
    'القواعد',
    'القوائم',
  ],
} as const

/** The navigation of the stories. */
export function storyNavigation(language: keyof typeof names): { items: NavItem[]; footItems: NavItem[] } {
  const name = (index: number) => names[language][index] ?? ''
  return {
    items: [
      { id: 'dashboard', label: name(0), href: '#/', icon: LayoutDashboard },
      { id: 'search', label: name(1), href: '#/search', icon: Search },
      {
        id: 'fraud',
        label: name(2),
        icon: ShieldCheck,
        children: [{ id: 'assessments', label: name(9), href: '#/fraud/assessments' }],
      },
      {
        id: 'cases',
        label: name(3),
        icon: Inbox,
        children: [{ id: 'queues', label: name(10), href: '#/casemanagement/queues', count: '163' }],
      },
      {
        id: 'data',
        label: name(4),
        icon: Database,
        children: [
          { id: 'rules', label: name(11), href: '#/data/rules' },
          { id: 'lists', label: name(12), href: '#/data/lists' },
        ],
      },
      { id: 'reports', label: name(5), href: '#/reports', icon: ChartColumn },
    ],
    footItems: [
      { id: 'environments', label: name(6), href: '#/environments', icon: GitFork },
      { id: 'integration', label: name(7), href: '#/integration', icon: Plug },
      { id: 'settings', label: name(8), href: '#/settings', icon: Settings },
    ],
  }
}

export const storyEnvironments: readonly EnvironmentNode[] = [
  {
    id: 'harbor',
    name: 'Harbor',
    children: [
      {
        id: 'harbor-eu',
        name: 'Harbor-EU',
        children: [{ id: 'eu-stores', name: 'EU stores', disabledReason: 'noAccess' }],
      },
      {
        id: 'harbor-us',
        name: 'Harbor-US',
        disabledReason: 'noAccess',
        children: [{ id: 'us-web', name: 'US web shop' }],
      },
      { id: 'harbor-apac', name: 'Harbor-APAC', disabledReason: 'notActive' },
    ],
  },
  { id: 'harbor-sandbox', name: 'Harbor sandbox' },
]
