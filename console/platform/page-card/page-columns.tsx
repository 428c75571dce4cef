import type { ReactNode } from 'react'

interface PageColumnsProps {
  /** The wide column. */
  main: ReactNode
  /** The narrow one: side by side where there is no room for two columns. */
  side: ReactNode
}

/** Cards of a `DashboardPage` in two columns whose cards differ by user; without one the other has the whole width. */
export function PageColumns({ main, side }: PageColumnsProps) {
  return (
    <>
      <div className="flex min-w-0 flex-col gap-3 empty:hidden lg:has-[+:empty]:col-span-2">{main}</div>
      <div className="flex min-w-0 flex-col gap-3 empty:hidden md:max-lg:col-span-2 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:items-start">
        {side}
      </div>
    </>
  )
}
