import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../feedback/empty-state/empty-state.tsx'
import { PageHeader } from '../navigation/page-header/page-header.tsx'
import { Button } from '../primitives/button/button.tsx'
import { Card, CardBody, CardHeader } from '../primitives/card/card.tsx'
import { Icon } from '../primitives/icon/icon.tsx'
import { Heading } from '../primitives/text/text.tsx'

/** Content shared by the stories of the templates. */
export const header = (title: string) => (
  <PageHeader
    title={title}
    meta="Harbor-EU, 214 events"
    actions={
      <>
        <Button variant="ghost">Clear</Button>
        <Button variant="primary">
          <Icon icon={Plus} />
          New rule
        </Button>
      </>
    }
  />
)

/** A window of the size of the pictures: a template fills its container. */
export function Window({ children }: { children: ReactNode }) {
  return <main className="-m-4 flex min-h-[48rem] flex-col bg-canvas">{children}</main>
}

export const emptyMessage = (
  <EmptyState
    kind="first-use"
    title="Nothing here yet"
    description="Send the first event, or import your history."
    actions={<Button>Import history</Button>}
  />
)

/** A part of a column with hairlines and no frames: the side of an editor, a preview. */
export const part = (title: string, body: ReactNode) => (
  <section className="flex flex-col gap-1 border-be border-line-subtle p-4">
    <Heading level={2}>{title}</Heading>
    {body}
  </section>
)

export const card = (title: string, body: ReactNode) => (
  <Card>
    <CardHeader title={title} />
    <CardBody>{body}</CardBody>
  </Card>
)
