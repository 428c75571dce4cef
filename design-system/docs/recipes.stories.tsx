import type { Meta, StoryObj } from '@storybook/react-vite'
import { type FormEvent, useState } from 'react'
import { expect, screen, waitFor } from 'storybook/test'
import { createColumns, DataTable, type DataTableStatus } from '../data-table/index.ts'
import { type PurchaseRow, purchases } from '../data-table/testing/purchases.ts'
import { Callout } from '../feedback/index.ts'
import { Field, FormSummary, Input } from '../forms/index.ts'
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '../overlays/index.ts'
import { Button } from '../primitives/index.ts'

/** Tasks that recur on most screens, put together from components. */
const meta = {
  title: 'Start/Recipe stories',
  tags: ['!autodocs', '!dev'],
  globals: { locale: 'en-US' },
  parameters: { docs: { source: { type: 'code' } } },
} satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const columns = createColumns<PurchaseRow>()
const purchaseColumns = [
  columns.idLink('id', { labelId: 'DesignSystem.Story.PurchaseId', value: row => row.id, size: 148 }),
  columns.dateTime('at', { labelId: 'DesignSystem.Story.TransactionDate', value: row => row.at }),
  columns.decision('decision', { labelId: 'DesignSystem.Story.Decision', value: row => row.decision }),
]

/** Stands for the service: it answers after a moment, and not at the first request. */
function createService<Answer>(answer: Answer): () => Promise<Answer> {
  let requests = 0
  return async () => {
    requests += 1
    await new Promise(resolve => setTimeout(resolve, 100))
    if (requests === 1) throw new Error('503')
    return answer
  }
}

export const Form: Story = {
  render: function Form() {
    const [attempt, setAttempt] = useState(0)
    const [name, setName] = useState('Harbor EU')
    const error = /^[\w-]+$/.test(name) ? undefined : 'Use only letters, digits, underscores and hyphens.'
    const shown = attempt > 0 ? error : undefined
    const submit = (event: FormEvent) => {
      event.preventDefault()
      setAttempt(attempt + 1)
    }
    return (
      <form noValidate onSubmit={submit} className="grid max-w-dialog-md gap-3">
        {shown ? <FormSummary errors={[{ field: 'recipe-name', message: shown }]} attempt={attempt} /> : null}
        <Field id="recipe-name" label="Name" error={shown} required>
          <Input value={name} onChange={event => setName(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" className="justify-self-start">
          Save rule
        </Button>
      </form>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Save rule' }))
    await expect(canvas.getByRole('heading', { name: /^1 problem/ })).toHaveFocus()
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Name' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Name' }), 'harbor-eu')
    await waitFor(() => expect(canvas.queryByRole('heading', { name: /problem/ })).toBeNull())
  },
}

export const DialogWithServerError: Story = {
  render: function DialogWithServerError() {
    const [save] = useState(() => createService('saved'))
    const [open, setOpen] = useState(false)
    const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready')
    const submit = async (event: FormEvent) => {
      event.preventDefault()
      setState('saving')
      try {
        await save()
        setOpen(false)
        setState('ready')
      } catch {
        // The input stays, and the same button tries again.
        setState('failed')
      }
    }
    return (
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button>Save view</Button>
        </DialogTrigger>
        <DialogContent
          title="Save view"
          size="sm"
          footer={
            <>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button type="submit" form="recipe-view" variant="primary" loading={state === 'saving'}>
                Save view
              </Button>
            </>
          }
        >
          <form id="recipe-view" onSubmit={event => void submit(event)} className="grid gap-3">
            {state === 'failed' ? (
              <Callout tone="danger" role="alert" title="The view was not saved">
                The service did not answer. Nothing you typed is lost.
              </Callout>
            ) : null}
            <Field label="Name">
              <Input defaultValue="Shared devices" />
            </Field>
          </form>
        </DialogContent>
      </Dialog>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Save view' }))
    await screen.findByRole('dialog', { name: 'Save view' })
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
    await screen.findByText('The view was not saved')
    await expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Shared devices')
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const TableWithServerData: Story = {
  render: function TableWithServerData() {
    const [fetchRows] = useState(() => createService(purchases(20)))
    const [rows, setRows] = useState<readonly PurchaseRow[]>([])
    const [status, setStatus] = useState<DataTableStatus>('noResults')
    const load = async () => {
      setStatus('loading')
      try {
        setRows(await fetchRows())
        setStatus('ready')
      } catch {
        setStatus('error')
      }
    }
    return (
      <div className="flex flex-col items-stretch gap-2" style={{ blockSize: 360 }}>
        <Button className="self-start" onClick={() => void load()}>
          Search
        </Button>
        <DataTable
          label="Purchases"
          columns={purchaseColumns}
          rows={rows}
          getRowId={row => row.id}
          status={status}
          onRetry={() => void load()}
          gutter="card"
          className="min-h-0 flex-1"
        />
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Search' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvas.getAllByRole('row').length).toBeGreaterThan(1))
  },
}
