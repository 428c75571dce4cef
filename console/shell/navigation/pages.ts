import type { NavItem } from '@assay/design-system'
import type { LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigationItems } from './navigation.ts'

/** A page of the navigation that the user may open. */
export interface Page {
  id: string
  path: string
  href: string
  label: string
  /** Name of the group it stands in. */
  group: string | undefined
  icon: LucideIcon | undefined
}

function flatten(items: readonly NavItem[]): Page[] {
  return items.flatMap(item => {
    const own =
      'href' in item && item.href
        ? [
            {
              id: item.id,
              path: item.href.split('?')[0] ?? '/',
              href: item.href,
              label: item.label,
              group: undefined,
              icon: item.icon,
            },
          ]
        : []
    const below = ('children' in item && item.children ? item.children : []).map(child => ({
      id: child.id,
      path: child.href.split('?')[0] ?? '/',
      href: child.href,
      label: child.label,
      group: item.label,
      icon: item.icon,
    }))
    return [...own, ...below]
  })
}

/** All pages of the navigation, in its order. */
export function usePages(): Page[] {
  const { items, footItems } = useNavigationItems()
  return useMemo(() => flatten([...items, ...footItems]), [items, footItems])
}
