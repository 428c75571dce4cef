import { belowLg, belowMd, Tab, TabList, TabPanel, Tabs, useMediaQuery } from '@assay/design-system'
import type { ReactNode } from 'react'

interface EditorSideProps {
  label: string
  /** What the text is about. */
  first: { title: ReactNode; content: ReactNode }
  /**
   * The result: shown first where only one column fits. `labelledBy`: id of its heading. Absent where nothing can be
   * tried.
   */
  second?: { title: ReactNode; content: ReactNode; labelledBy: string } | undefined
}

/**
 * Sample and effect beside the code: one above the other, as tabs under 1200 px, and the effect alone on the narrowest
 * pages.
 */
export function EditorSide({ label, first, second }: EditorSideProps) {
  const narrow = useMediaQuery(belowMd)
  const tabbed = useMediaQuery(belowLg) && !narrow
  if (narrow) return second?.content
  if (second === undefined) return <div className="flex min-h-0 flex-1 flex-col">{first.content}</div>
  if (tabbed) {
    return (
      <Tabs defaultValue="second" className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="shrink-0 px-4">
          <TabList label={label}>
            <Tab value="first">{first.title}</Tab>
            <Tab value="second">{second.title}</Tab>
          </TabList>
        </div>
        <TabPanel value="first" className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">
          {first.content}
        </TabPanel>
        <TabPanel value="second" className="min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden">
          {second.content}
        </TabPanel>
      </Tabs>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex min-h-0 min-w-0 flex-col border-be border-line-subtle">{first.content}</div>
      <div
        role="group"
        aria-labelledby={second.labelledBy}
        tabIndex={0}
        className="min-h-0 overflow-y-auto focus-ring-inset"
      >
        {second.content}
      </div>
    </div>
  )
}
