import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags as t } from '@lezer/highlight'

const text = 'var(--ds-text)'
const line = 'var(--ds-border)'
const wavy = (colour: string) => ({
  backgroundImage: 'none',
  paddingBottom: '0',
  textDecoration: `underline wavy ${colour}`,
  textUnderlineOffset: '3px',
  textDecorationThickness: '1px',
})

/**
 * The tokens as an editor theme. It follows light, dark and forced colours without code, because every value is a
 * variable.
 */
const editorTheme = EditorView.theme({
  '&': { backgroundColor: 'var(--ds-surface)', color: text, fontSize: '0.8125rem', flex: '1 1 auto', minHeight: '0' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--ds-font-mono)', lineHeight: '1.375rem', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: text },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor': { borderLeftColor: text, borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--ds-surface)', color: 'var(--ds-text-muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '28px' },
  '.cm-activeLine': { backgroundColor: 'var(--ds-surface-hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: text },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--ds-surface-selected)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--ds-surface-selected)',
    outline: `1px solid ${line}`,
  },
  // The stock squiggles and marks are data images, which a strict content policy refuses.
  '.cm-lintRange-error': wavy('var(--ds-danger)'),
  '.cm-lintRange-warning': wavy('var(--ds-warning-border)'),
  '.cm-lintRange-info, .cm-lintRange-hint': wavy('var(--ds-info-border)'),
  '.cm-gutter-lint': { width: '16px' },
  '.cm-gutter-lint .cm-gutterElement': {
    padding: '0',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
  },
  // Error is a square, warning a disc: distinguishable without colour.
  '.cm-lint-marker': { width: '8px', height: '8px' },
  '.cm-lint-marker-error': {
    content: '""',
    backgroundColor: 'var(--ds-danger)',
    borderRadius: '1px',
    border: '1px solid transparent',
    transform: 'rotate(45deg)',
  },
  '.cm-lint-marker-warning': {
    content: '""',
    backgroundColor: 'var(--ds-warning-border)',
    borderRadius: '50%',
    border: '1px solid transparent',
  },
  '.cm-lint-marker-info': {
    content: '""',
    backgroundColor: 'transparent',
    borderRadius: '50%',
    border: '2px solid var(--ds-info-border)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--ds-surface-raised)',
    color: text,
    border: `1px solid ${line}`,
    borderRadius: '6px',
    boxShadow: 'var(--ds-elevation-2)',
    overflow: 'hidden',
    fontFamily: 'var(--ds-font-sans)',
  },
  '.cm-diagnostic': {
    padding: '6px 12px',
    borderLeft: '3px solid transparent',
    whiteSpace: 'normal',
    maxWidth: '400px',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--ds-danger-border)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--ds-warning-border)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--ds-info-border)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--ds-font-mono)',
    maxHeight: '224px',
    minWidth: '280px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '0 12px',
    lineHeight: '28px',
    display: 'flex',
    gap: '16px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--ds-surface-selected)',
    color: text,
    outline: '1px solid transparent',
    outlineOffset: '-1px',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '500', color: 'var(--ds-accent-text)' },
  '.cm-completionDetail': {
    fontFamily: 'var(--ds-font-sans)',
    fontStyle: 'normal',
    fontSize: '0.75rem',
    color: 'var(--ds-text-secondary)',
    marginInlineStart: 'auto',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 12px', fontSize: '0.75rem', maxWidth: '320px' },
  // Mark of a line that differs from an earlier text: a glyph, distinguishable without colour.
  '.cm-change-gutter': { minWidth: '14px', textAlign: 'center' },
  '.cm-change-added': { color: 'var(--ds-success-text)' },
  '.cm-change-changed': { color: 'var(--ds-warning-text)' },
  '.cm-change-removed': { color: 'var(--ds-danger-text)' },
  '.cm-doc': { padding: '8px 12px', maxWidth: '360px', fontSize: '0.75rem' },
  '.cm-doc code': { fontFamily: 'var(--ds-font-mono)', fontWeight: '500' },
  '.cm-doc p': { margin: '4px 0 0', color: 'var(--ds-text-secondary)' },
  // It stays open while typing and contains no controls: pointer events pass through it.
  '.cm-signature': { padding: '6px 12px', maxWidth: 'min(560px, 90vw)', fontSize: '0.75rem', pointerEvents: 'none' },
  '.cm-signature code': {
    display: 'block',
    fontFamily: 'var(--ds-font-mono)',
    direction: 'ltr',
    textAlign: 'left',
    overflowWrap: 'anywhere',
  },
  // The current argument: bolder and underlined, distinguishable without colour.
  '.cm-signature strong': {
    fontWeight: '700',
    color: 'var(--ds-accent-text)',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
  '.cm-signature p': { margin: '2px 0 4px', color: 'var(--ds-text-secondary)' },
  '.cm-panels': { backgroundColor: 'var(--ds-surface-sunken)', color: text, borderBlock: `1px solid ${line}` },
  '.cm-panels.cm-panels-top': { borderBottom: 'none' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '6px 40px 6px 12px',
    fontFamily: 'var(--ds-font-sans)',
    fontSize: '0.75rem',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0', content: '""' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '0.75rem' },
  '.cm-panel.cm-search input[type=checkbox]': {
    accentColor: 'var(--ds-accent)',
    width: '16px',
    height: '16px',
    margin: '4px',
  },
  '.cm-panel.cm-search .cm-textfield': {
    height: '24px',
    padding: '0 8px',
    fontSize: '0.75rem',
    color: text,
    backgroundColor: 'var(--ds-surface)',
    border: '1px solid var(--ds-border-strong)',
    borderRadius: '6px',
    margin: '0',
  },
  '.cm-panel.cm-search .cm-button': {
    height: '24px',
    padding: '0 8px',
    fontSize: '0.75rem',
    color: text,
    background: 'var(--ds-surface)',
    border: `1px solid ${line}`,
    borderRadius: '6px',
    margin: '0',
  },
  '.cm-panel.cm-search [name=close]': {
    position: 'absolute',
    insetBlockStart: '6px',
    insetInlineEnd: '8px',
    width: '24px',
    height: '24px',
    color: text,
    fontSize: '1rem',
    cursor: 'pointer',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--ds-warning-subtle)', outline: '1px solid var(--ds-warning-border)' },
  '.cm-searchMatch.cm-searchMatch-selected': { outlineWidth: '2px' },
  '.cm-selectionMatch': { backgroundColor: 'var(--ds-surface-selected)' },
  '@media (forced-colors: active)': {
    '.cm-lint-marker-error, .cm-lint-marker-warning': { backgroundColor: 'CanvasText' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { outlineColor: 'Highlight' },
  },
})

/**
 * Colours of code. A language maps its nodes to these tags: keyword, function(variableName) and
 * function(propertyName), attributeName, string, variableName, number, comment, operator.
 */
const highlight = HighlightStyle.define([
  {
    tag: [t.keyword, t.controlKeyword, t.definitionKeyword, t.operatorKeyword, t.moduleKeyword],
    color: 'var(--ds-accent-text)',
    fontWeight: '500',
  },
  {
    tag: [t.function(t.variableName), t.function(t.propertyName), t.className, t.namespace, t.typeName],
    color: 'var(--ds-info-text)',
  },
  { tag: [t.attributeName, t.special(t.string)], color: 'var(--ds-decision-challenge-text)' },
  { tag: t.string, color: 'var(--ds-success-text)' },
  {
    tag: [t.variableName, t.local(t.variableName), t.definition(t.variableName), t.special(t.variableName)],
    color: 'var(--ds-chart-4)',
  },
  { tag: [t.bool, t.null], color: 'var(--ds-accent-text)' },
  { tag: [t.comment, t.lineComment, t.blockComment], color: 'var(--ds-text-muted)' },
  { tag: t.invalid, color: 'var(--ds-danger-text)' },
])

export const codeTheme = [editorTheme, syntaxHighlighting(highlight)]
