import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  BulkActionBar,
  CaseHeader,
  CatalogueTile,
  ChatThread,
  DecisionButton,
  FilterBar,
  HelpTopics,
  ImportMapping,
  NoteComposer,
  NoteFile,
  NoteItem,
  NoteList,
  NoteText,
  QueryBuilder,
  ReviewActions,
  SortableGroup,
  SortableHandle,
} = layer
const nothing = () => undefined

testLayerConformance(layer, {
  BulkActionBar: {
    slot: 'bulk-action-bar',
    role: 'group',
    render: root => (
      <BulkActionBar
        actions={[
          { id: 'a', label: '[Reject 3]', decision: 'reject', onSelect: nothing },
          { id: 'b', label: '[Hold]', onSelect: nothing },
        ]}
        shown={1}
        failures={[{ id: 'x', label: '[P-1]', reason: '[locked]' }]}
        {...root}
      />
    ),
  },
  CatalogueTile: {
    slot: 'catalogue-tile',
    role: 'article',
    rulesOff: ['heading-order'],
    render: root => (
      <CatalogueTile name="[Ring]" href="#ring" facts={[{ id: 'hits', label: '[Hits]', value: '1,284' }]} {...root} />
    ),
  },
  ChatThread: {
    slot: 'chat-thread',
    role: 'group',
    render: root => (
      <ChatThread
        label="[Assistant]"
        messages={[
          { id: 'q', from: 'user', text: '[Why?]' },
          { id: 'a', from: 'assistant', text: '[Because.]', state: 'failed', sources: [{ id: 's', title: '[Rule]' }] },
        ]}
        onSend={nothing}
        onRetry={nothing}
        {...root}
      />
    ),
  },
  DecisionButton: {
    slot: 'decision-button',
    role: 'button',
    render: root => (
      <DecisionButton decision="reject" {...root}>
        [Reject]
      </DecisionButton>
    ),
  },
  CaseHeader: {
    slot: 'case-header',
    role: 'header',
    allowed: /EUR|euros/,
    render: root => (
      <CaseHeader
        typeLabel="[Purchase]"
        recordId="7241903"
        onBack={nothing}
        amount={{ amount: 12.5, currency: 'EUR' }}
        score={871}
        decision="Review"
        actions="[Actions]"
        {...root}
      />
    ),
  },
  FilterBar: {
    slot: 'filter-bar',
    role: 'group',
    // Days are formatted by `Intl`.
    allowed: /\p{L}{3} \d+, \d{4}/u,
    render: root => (
      <FilterBar
        fields={[{ id: 'date', label: '[Date]', kind: 'date', operators: [{ id: 'on', label: '[on]' }] }]}
        value={[{ id: 'a', field: 'date', operator: 'on', values: ['2026-01-31'] }]}
        onValueChange={nothing}
        clearable
        {...root}
      />
    ),
  },
  HelpTopics: {
    slot: 'help-topics',
    rulesOff: ['heading-order'],
    render: root => (
      <HelpTopics
        topics={[]}
        allHref="#topics"
        open={{
          id: 'search',
          name: '[Search]',
          text: '[Text]',
          guide: {
            state: 'ready',
            language: 'en',
            blocks: [{ kind: 'table', head: [[{ kind: 'text', text: '[Head]' }]], rows: [] }],
          },
        }}
        {...root}
      />
    ),
  },
  ImportMapping: {
    slot: 'import-mapping',
    role: 'group',
    render: root => (
      <ImportMapping
        label="[Columns]"
        attributes={[{ id: 'a', label: '[Amount]', type: 'number', required: true }]}
        columns={[{ id: 'c', label: '[Sum]', samples: ['[x]'] }]}
        defaultValue={{ a: { column: 'c', origin: 'suggested', confidence: 1 } }}
        {...root}
      />
    ),
  },
  NoteComposer: {
    slot: 'note-composer',
    role: 'group',
    // Units of sizes are formatted by `Intl`.
    allowed: /\bbytes?\b/u,
    render: root => (
      <NoteComposer
        label="[Note]"
        value="[Text]"
        onValueChange={nothing}
        maxLength={8}
        options={[]}
        onMentionSearch={nothing}
        peopleLabel="[People]"
        files={[{ id: 'a', name: '[a.pdf]', size: 12, state: { kind: 'failed', reason: '[Lost]' } }]}
        accept=".pdf"
        acceptLabel="[PDF]"
        maxFileSize={1000}
        maxFiles={2}
        onFilesAdd={nothing}
        onFileRemove={nothing}
        onFileRetry={nothing}
        onPublish={nothing}
        onDiscard={nothing}
        publishLabel="[Publish]"
        discardLabel="[Discard]"
        warning="[Warning]"
        {...root}
      />
    ),
  },
  NoteFile: {
    slot: 'note-file',
    allowed: /\bbytes?\b/u,
    render: root => <NoteFile name="[a.pdf]" size={12} onDownload={nothing} {...root} />,
  },
  NoteItem: {
    slot: 'note-item',
    role: 'li',
    render: root => (
      <NoteList>
        <NoteItem author="[Ana]" time="[now]" unread meta="[Edited]" {...root}>
          [Text]
        </NoteItem>
      </NoteList>
    ),
  },
  NoteList: {
    slot: 'note-list',
    role: 'list',
    render: root => (
      <NoteList aria-label="[Notes]" {...root}>
        <NoteItem time="[now]" kind="system">
          [Text]
        </NoteItem>
      </NoteList>
    ),
  },
  NoteText: {
    slot: 'note-text',
    render: root => <NoteText text="[Ana]" mentions={[{ from: 0, to: 5, warning: '[No access]' }]} {...root} />,
  },
  QueryBuilder: {
    slot: 'query-builder',
    role: 'group',
    render: root => (
      <QueryBuilder
        fields={[{ id: 'amount', label: '[Amount]', kind: 'number', operators: [{ id: 'gte', label: '[at least]' }] }]}
        defaultValue={{
          id: 'root',
          mode: 'all',
          items: [{ id: 'a', field: 'amount', operator: 'gte', values: ['5'] }],
        }}
        {...root}
      />
    ),
  },
  ReviewActions: {
    slot: 'review-actions',
    role: 'group',
    // The name of a key.
    allowed: /\bZ\b/,
    render: root => (
      <ReviewActions
        actions={[
          { id: 'a', label: '[Approve]', decision: 'approve', disabledReason: '[locked]' },
          { id: 'b', label: '[Hold]' },
        ]}
        onAction={nothing}
        undo={{ id: 'x', message: '[P-1]', seconds: Number.POSITIVE_INFINITY }}
        {...root}
      />
    ),
  },
  SortableGroup: {
    slot: 'sortable-group',
    role: 'group',
    render: root => (
      <SortableGroup ids={['a']} nameOf={() => '[Ring]'} onIdsChange={nothing} aria-label="[Order]" {...root}>
        <SortableHandle entryId="a" />
      </SortableGroup>
    ),
  },
  SortableHandle: {
    slot: 'sortable-handle',
    role: 'button',
    render: root => (
      <SortableGroup ids={['a']} nameOf={() => '[Ring]'} onIdsChange={nothing} aria-label="[Order]">
        <SortableHandle entryId="a" {...root} />
      </SortableGroup>
    ),
  },
})
