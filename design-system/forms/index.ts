export { Calendar, type CalendarProps } from './calendar/calendar.tsx'
export { Checkbox, CheckboxGroup, type CheckboxGroupProps, type CheckboxProps } from './checkbox/checkbox.tsx'
export { Combobox, type ComboboxOption, type ComboboxProps } from './combobox/combobox.tsx'
export {
  type AbsoluteRange,
  type DateIssue,
  type DatePrecision,
  type DateRange,
  defaultPresets,
  type Period,
  previousPeriod,
  type RangeUnit,
  type RelativeRange,
  resolveRange,
} from './date/range.ts'
export { DateField, type DateFieldProps } from './date-field/date-field.tsx'
export { DateRangePicker, type DateRangePickerProps } from './date-range-picker/date-range-picker.tsx'
export { Field, type FieldControl, FieldCounter, type FieldProps, useFieldControl } from './field/field.tsx'
export { focusInvalidField } from './field/focus-invalid-field.ts'
export { FileDrop, type FileDropProps } from './file-drop/file-drop.tsx'
export type {
  FileEntry,
  FileState,
  FileStateKind,
  RejectionReason as FileRefusal,
  RowError as FileRowError,
} from './file-drop/file-state.ts'
export { type FormError, FormSummary, type FormSummaryProps } from './form-summary/form-summary.tsx'
export { Input, type InputProps } from './input/input.tsx'
export {
  type MentionOption,
  MentionTextarea,
  type MentionTextareaProps,
} from './mention-textarea/mention-textarea.tsx'
export { MultiSelect, type MultiSelectMode, type MultiSelectProps } from './multi-select/multi-select.tsx'
export { NumberInput, type NumberInputProps } from './number-input/number-input.tsx'
export { Radio, RadioGroup, type RadioGroupProps, type RadioProps } from './radio-group/radio-group.tsx'
export { Select, type SelectGroup, type SelectOption, type SelectProps } from './select/select.tsx'
export { RangeSlider, type RangeSliderProps, Slider, type SliderMark, type SliderProps } from './slider/slider.tsx'
export { Switch, type SwitchProps } from './switch/switch.tsx'
export { TagInput, type TagInputProps } from './tag-input/tag-input.tsx'
export { Textarea, type TextareaProps } from './textarea/textarea.tsx'
