import { COMMENT_MAX_LENGTH, RATING_MAX } from '#contract/feedback.ts';

/** The code that a website pastes into a page to send feedback to a list. An id and `origin`, our server's, need no escaping. */
export function feedbackCode({ origin, listId }: { origin: string; listId: string }): string {
  const ratings = Array.from(
    { length: RATING_MAX },
    (_, index) => `    <label><input type="radio" name="rating" value="${index + 1}" required> ${index + 1}</label>`,
  );
  return `<form id="feedback-${listId}">
  <fieldset>
    <legend>How do you rate this page?</legend>
${ratings.join('\n')}
  </fieldset>
  <p>
    <label for="feedback-comment-${listId}">Comment (optional)</label><br>
    <textarea id="feedback-comment-${listId}" name="comment" rows="4" maxlength="${COMMENT_MAX_LENGTH}"></textarea>
  </p>
  <button>Send feedback</button>
  <p role="status"></p>
</form>
<script>
  document.getElementById('feedback-${listId}').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const button = form.querySelector('button');
    const status = form.querySelector('[role="status"]');
    const answers = new FormData(form);
    button.disabled = true;
    try {
      const response = await fetch('${origin}/api/website-feedback/${listId}/submit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ rating: Number(answers.get('rating')), comment: answers.get('comment') }),
      });
      if (!response.ok) throw new Error(response.statusText);
      form.reset();
      status.textContent = 'Thank you for your feedback.';
    } catch {
      status.textContent = 'Your feedback could not be sent. Please try again.';
    } finally {
      button.disabled = false;
    }
  });
</script>`;
}
