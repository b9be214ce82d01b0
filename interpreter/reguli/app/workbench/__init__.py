"""What a workbench needs: numbers changed in files, files watched, and what a change does to play."""
