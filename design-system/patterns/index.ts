export { type BulkAction, BulkActionBar, type BulkActionBarProps } from './bulk-action-bar/bulk-action-bar.tsx'
export type { BulkFailure } from './bulk-action-bar/bulk-report.tsx'
export { CaseHeader, type CaseHeaderProps } from './case-header/case-header.tsx'
export { CatalogueTile, type CatalogueTileProps, type TileFact } from './catalogue-tile/catalogue-tile.tsx'
export {
  type ChatFeedback,
  type ChatMessage,
  type ChatParagraph,
  type ChatSource,
  type ChatState,
  chatStates,
} from './chat-thread/chat-model.ts'
export type { ChatRun } from './chat-thread/chat-text.ts'
export { ChatThread, type ChatThreadProps } from './chat-thread/chat-thread.tsx'
export { DecisionButton, type DecisionButtonProps } from './decision-button/decision-button.tsx'
export { FilterBar, type FilterBarProps } from './filter-bar/filter-bar.tsx'
export {
  type FilterCondition,
  type FilterField,
  type FilterIssue,
  type FilterOperator,
  filterIssueOf,
  formatValue,
  isIsoDate,
  isIsoDateTime,
} from './filter-bar/filter-model.ts'
export type { GuideBlock, GuideRun, HelpGuide } from './help-topics/guide-model.ts'
export { type HelpLink, HelpTopics, type HelpTopicsProps, type OpenHelp } from './help-topics/help-topics.tsx'
export {
  type ImportLayout,
  ImportMapping,
  type ImportMappingProps,
  importLayouts,
} from './import-mapping/import-mapping.tsx'
export {
  findImportIssues,
  type ImportAttribute,
  type ImportColumn,
  type ImportIssue,
  type ImportMap,
  type ImportMatch,
  type ImportType,
  importTypes,
  isBlockingIssue,
  type MatchOrigin,
  matchOrigins,
} from './import-mapping/import-model.ts'
export { suggestMapping } from './import-mapping/suggest-mapping.ts'
export { NoteComposer, type NoteComposerProps } from './note-thread/note-composer.tsx'
export { NoteFile, type NoteFileProps } from './note-thread/note-file.tsx'
export { NoteItem, type NoteItemProps, NoteList } from './note-thread/note-item.tsx'
export type { NoteMentionRange } from './note-thread/note-links.ts'
export { NoteText, type NoteTextProps } from './note-thread/note-text.tsx'
export { QueryBuilder, type QueryBuilderProps } from './query-builder/query-builder.tsx'
export {
  findQueryIssues,
  maxQueryDepth,
  type QueryGroup,
  type QueryIssue,
  type QueryItem,
  type QueryMode,
  queryModes,
} from './query-builder/query-model.ts'
export {
  ReviewActions,
  type ReviewActionsProps,
  type ReviewLayout,
  reviewLayouts,
} from './review-actions/review-actions.tsx'
export {
  type ReasonRequest,
  type ReviewAction,
  type ReviewCommand,
  type ReviewConfirmation,
  type ReviewReason,
  type ReviewUndo,
  reviewShortcuts,
} from './review-actions/review-model.ts'
export {
  SortableGroup,
  type SortableGroupProps,
  SortableHandle,
  type SortableHandleProps,
  useSortableEntry,
} from './sortable/sortable.tsx'
