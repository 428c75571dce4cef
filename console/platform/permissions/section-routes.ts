import type { ComponentType, ReactNode } from 'react'
import type { RoutePath } from './route-table.ts'

/** What the start adds to a page that shows a part of another section: sections do not import each other. */
export interface PageProps {
  /** At the foot: ways out of the console. */
  links?: ReactNode
  /** The user's work and that of the team. */
  work?: {
    /** Opens what is next. */
    command: ReactNode
    /** The strip of tiles. */
    tiles: ReactNode
    /** Cards of the wide column, and of the narrow one. */
    main: ReactNode
    side: ReactNode
  }
}

/** Code of a page. */
export interface PageModule {
  Component: ComponentType<PageProps>
}

/**
 * A route of a section as data, in the section's `routes.ts`: a page that is fetched with the section, a page that is a
 * chunk of its own, or an address that a page had before. `console/boot/routes.tsx` makes routes of the router of it;
 * who may open a page stands in the table of routes.
 */
export type SectionRoute =
  | (PageModule & { path: RoutePath })
  | { path: RoutePath; load: () => Promise<PageModule> }
  | { path: RoutePath; redirect: RoutePath }
