import classes from './field-problem.module.css';

/** What is wrong with a control that shows no error by itself. */
export const FieldProblem = ({ children }: { children: string | undefined }) =>
  children === undefined ? null : (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
