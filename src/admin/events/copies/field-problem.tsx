import classes from './field-problem.module.css';

/** What is wrong with a control that shows no error of its own accord. */
export const FieldProblem = ({ children }: { children: string | undefined }) =>
  children === undefined ? null : (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
