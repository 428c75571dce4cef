import type { Meta, StoryObj } from '@storybook/react-vite'
import { MoreVertical } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { RelativeTime } from '../../data-display/relative-time/relative-time.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { NoteComposer, type NoteComposerProps } from './note-composer.tsx'
import { NoteFile } from './note-file.tsx'
import { NoteItem, NoteList } from './note-item.tsx'
import { NoteText } from './note-text.tsx'

const now = Date.UTC(2026, 10, 20, 14, 2)
const ago = (minutes: number) => <RelativeTime value={now - minutes * 60_000} now={now} />

/** The field with a text of its own. */
function Writing(args: NoteComposerProps) {
  const [value, setValue] = useState(args.value)
  return (
    <NoteComposer
      {...args}
      value={value}
      onValueChange={next => {
        args.onValueChange(next)
        setValue(next)
      }}
    />
  )
}

const meta = {
  title: 'Patterns/NoteThread',
  component: NoteComposer,
  subcomponents: { NoteItem, NoteText, NoteFile },
  args: {
    label: 'New note',
    value: '',
    onValueChange: fn(),
    maxLength: 4000,
    placeholder: '@ and a name notifies a colleague',
    options: [],
    onMentionSearch: fn(),
    peopleLabel: 'People to mention',
    files: [],
    accept: '.png,.pdf',
    acceptLabel: 'PNG, PDF',
    maxFileSize: 20_000_000,
    maxFiles: 3,
    onFilesAdd: fn(),
    onFileRemove: fn(),
    onFileRetry: fn(),
    onPublish: fn(),
    onDiscard: fn(),
    publishLabel: 'Publish note',
    discardLabel: 'Discard draft',
  },
  render: args => (
    <div className="w-rail max-w-full bg-surface p-4">
      <Writing {...args} />
    </div>
  ),
} satisfies Meta<typeof NoteComposer>
export default meta
type Story = StoryObj<typeof meta>

const menu = (name: string) => <IconButton size="sm" icon={MoreVertical} label={`Actions for the note by ${name}`} />
const locker =
  'Same locker as P-7240118 yesterday, rejected as stolen card. @Ana Lind, see https://bank.example/cases/4417.'

export const Playground: Story = {
  render: args => (
    <div className="w-rail max-w-full bg-surface p-4">
      <Writing {...args} />
      <NoteList aria-label="Notes">
        <NoteItem
          author="Jarl Solheim"
          time={ago(12)}
          unread
          actions={menu('Jarl Solheim')}
          files={<NoteFile name="Receipt 4417.pdf" size={182_000} onDownload={args.onDiscard} />}
          replies={
            <NoteList aria-label="Replies">
              <NoteItem author="Ana Lind" time={ago(3)}>
                <NoteText text="The bank confirms." />
              </NoteItem>
            </NoteList>
          }
        >
          <NoteText text={locker} mentions={[{ from: 61, to: 70 }]} />
        </NoteItem>
        <NoteItem kind="system" author="Ottilie Brandt" time={ago(60)}>
          On hold until Nov 21, 09:00
        </NoteItem>
        <NoteItem kind="deleted">Note deleted by Ben Okafor, Nov 20, 12:32</NoteItem>
      </NoteList>
    </div>
  ),
}
/** Every state of the field and of a note. */
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-lg items-start gap-4 bg-surface p-4 sm:grid-cols-2">
      <Writing {...args} />
      <Writing {...args} label="Note 2" value="A note that can be published." />
      <Writing {...args} label="Note 3" value="It is being sent." pending />
      <Writing {...args} label="Note 4" value="@Kim Sol" warning="Kim Sol cannot see this event." />
      <Writing {...args} label="Note 5" value="Refused" error="This note was deleted in the meantime." />
      <Writing {...args} label="Note 6" value={'x'.repeat(90)} maxLength={80} />
      <NoteList aria-label="Notes">
        <NoteItem author="Kim Sol" time={ago(1)} meta="Edited" unread actions={menu('Kim Sol')}>
          <NoteText text="Ask @Ana." mentions={[{ from: 4, to: 8, warning: 'No access to this environment' }]} />
        </NoteItem>
        <NoteItem kind="system" time={ago(2)}>
          Transferred from General to Large orders
        </NoteItem>
      </NoteList>
      <div className="grid gap-1">
        <NoteFile name="queued.pdf" size={1200} state={{ kind: 'queued' }} onRemove={args.onDiscard} />
        <NoteFile
          name="uploading.pdf"
          size={1200}
          state={{ kind: 'uploading', fraction: 0.4 }}
          onRemove={args.onDiscard}
        />
        <NoteFile
          name="failed.pdf"
          size={1200}
          state={{ kind: 'failed', reason: 'It was not uploaded. Try again.' }}
          onRetry={args.onPublish}
          onRemove={args.onDiscard}
        />
        <NoteFile name="done.pdf" size={1200} onDownload={args.onPublish} downloading />
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="w-rail max-w-full bg-surface p-4">
      <NoteList aria-label="Notes">
        <NoteItem
          author={'Maximiliane von und zu Hohenlohe-Bartenstein '.repeat(3)}
          time={ago(12)}
          unread
          meta="Bearbeitet"
          actions={menu('M')}
          files={
            <NoteFile
              name={`${'donaudampfschifffahrt-'.repeat(12)}.pdf`}
              size={19_000_000}
              onDownload={args.onPublish}
            />
          }
        >
          <NoteText text={`${'https://shop.example/checkout/'.repeat(8)} ${'x'.repeat(400)}`} />
        </NoteItem>
      </NoteList>
    </div>
  ),
}
/** Markup and foreign schemes are text; addresses are links, in a new tab. */
export const Markup: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <NoteText
      text={'<b>bold</b> javascript:alert(1) [x](https://a.example)\nmailto:ana@mail.example'}
      className="w-rail"
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/<b>bold<\/b> javascript:alert\(1\)/)).toBeInTheDocument()
    const [web, mail] = canvas.getAllByRole('link')
    await expect(web).toHaveAttribute('href', 'https://a.example')
    await expect(web).toHaveAttribute('rel', 'noreferrer')
    await expect(mail).toHaveAttribute('href', 'mailto:ana@mail.example')
    await expect(mail).not.toHaveAttribute('target')
  },
}
/** Ctrl and Enter publish, once there is a text. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    const field = canvas.getByRole('textbox', { name: 'New note' })
    await expect(field).toHaveFocus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(args.onPublish).not.toHaveBeenCalled()
    await userEvent.keyboard('One{Enter}two')
    await expect(field).toHaveValue('One\ntwo')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(args.onPublish).toHaveBeenCalledOnce()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Attach files' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onDiscard).toHaveBeenCalledOnce()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Publish note' })).toHaveFocus()
  },
}
/** A note waits for its uploads, and is not published with a file that failed. */
export const Files: Story = {
  globals: { locale: 'en-US' },
  args: {
    value: 'With files',
    files: [
      { id: 'a', name: 'shot.png', size: 2000, state: { kind: 'uploading', fraction: 0.5 } },
      { id: 'b', name: 'mail.pdf', size: 3000, state: { kind: 'failed', reason: 'It was not uploaded. Try again.' } },
    ],
  },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('progressbar', { name: 'shot.png' })).toHaveAttribute('aria-valuenow', '50')
    await expect(canvas.getByRole('button', { name: 'Publish note' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Try mail.pdf again' }))
    await expect(args.onFileRetry).toHaveBeenCalledWith('b')
    await userEvent.click(canvas.getByRole('button', { name: 'Remove shot.png' }))
    await expect(args.onFileRemove).toHaveBeenCalledWith('a')
  },
}
/** Files of another type, empty, too large or too many are named with the reason; the others are added. */
export const RefusedFiles: Story = {
  globals: { locale: 'en-US' },
  args: { maxFiles: 1, maxFileSize: 10 },
  play: async ({ canvas, canvasElement, args }) => {
    const files = [
      new File(['x'], 'run.exe'),
      new File([], 'empty.pdf'),
      new File(['x'.repeat(11)], 'large.pdf'),
      new File(['x'], 'one.pdf'),
      new File(['x'], 'two.pdf'),
    ]
    const data = new DataTransfer()
    for (const file of files) data.items.add(file)
    const box = canvasElement.querySelector('[data-slot="note-composer"]')
    box?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    await waitFor(() => expect(args.onFilesAdd).toHaveBeenCalledWith([files[3]]))
    const reasons = (await canvas.findByText(/run\.exe/)).closest('[role=alert]')
    await expect(reasons).toHaveTextContent('run.exe has an unsupported type. Choose PNG, PDF.')
    await expect(reasons).toHaveTextContent('empty.pdf is empty.')
    await expect(reasons).toHaveTextContent('large.pdf is too large.')
    await expect(reasons).toHaveTextContent('two.pdf was not added: a note has at most 1 file.')
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    label: 'ملاحظة جديدة',
    value: 'نفس الخزانة، انظر https://bank.example/4417',
    publishLabel: 'نشر',
    discardLabel: 'تجاهل',
  },
  render: args => (
    <div className="w-rail max-w-full bg-surface p-4">
      <Writing {...args} />
      <NoteList aria-label="الملاحظات">
        <NoteItem author="Jarl Solheim" time={ago(12)} unread>
          <NoteText text="نفس الخزانة، انظر https://bank.example/4417" />
        </NoteItem>
        <NoteItem author="ليلى حداد" time={ago(30)}>
          <NoteText text="Same locker as P-7240118." />
        </NoteItem>
      </NoteList>
    </div>
  ),
}
