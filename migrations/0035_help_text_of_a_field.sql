-- What the public form says between the label of a field and its control; null when staff have written nothing.
alter table form_fields add column help_text text;
